/** The game's names and one-line descriptions. */
export const catalogue = {
  names: {
    en: 'District Noir',
    id: 'Distrik Noir',
    ms: 'Daerah Noir',
    ko: '디스트릭트 누아르',
  },
  descriptions: {
    en: 'Two rivals lay cards in one row and pick the moment to take the last five: supporters, alliances and betrayals alike.',
    id: 'Dua pesaing menyusun kartu dalam satu baris dan memilih saat untuk mengambil lima yang terakhir: pendukung, aliansi, juga pengkhianatan.',
    ms: 'Dua pesaing menyusun kad dalam satu baris dan memilih masa untuk mengambil lima yang terakhir: penyokong, pakatan, juga pengkhianatan.',
    ko: '두 경쟁자가 한 줄에 카드를 내며 마지막 다섯 장을 가져갈 순간을 노립니다. 지지자도, 동맹도, 배신도 함께 따라옵니다.',
  },
} as const;
