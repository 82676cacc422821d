/** The game's names and one-line descriptions. */
export const catalogue = {
  names: {
    en: 'Dueling Nobles',
    id: 'Duel Bangsawan',
    ms: 'Pertarungan Bangsawan',
    ko: '귀족의 결투',
  },
  descriptions: {
    en: 'Two courts of Jacks, Queens and Kings duel with dice, weapons and cards from hidden hands until one court is empty.',
    id: 'Dua halaman istana berisi Jack, Ratu, dan Raja berduel dengan dadu, senjata, dan kartu rahasia sampai salah satunya kosong.',
    ms: 'Dua istana berisi Jack, Ratu dan Raja bertarung dengan dadu, senjata dan kad rahsia sehingga salah satunya kosong.',
    ko: '잭, 퀸, 킹으로 이루어진 두 궁정이 주사위와 무기, 손에 숨긴 카드로 결투를 벌여 한쪽 궁정이 빌 때까지 겨룹니다.',
  },
} as const;
