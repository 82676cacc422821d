/** Names and one-line descriptions for people, by language. */
export const catalogue = {
  names: {
    en: 'Nestortiles Duel',
    id: 'Duel Nestortiles',
    ms: 'Duel Nestortiles',
    ko: '네스토르타일 듀얼',
  },
  descriptions: {
    en: 'Gather numbered tiles in ten colours, build dice of six of them, and let the dice fight colour by colour.',
    id: 'Kumpulkan ubin bernilai dalam sepuluh warna, rakit dadu dari enam ubin, lalu adu dadu itu warna demi warna.',
    ms: 'Kumpul jubin bernombor dalam sepuluh warna, bina dadu daripada enam jubin, lalu laga dadu itu warna demi warna.',
    ko: '열 가지 색의 숫자 타일을 모아 여섯 장으로 주사위를 만들고, 색깔별로 주사위 대결을 펼치세요.',
  },
} as const;
