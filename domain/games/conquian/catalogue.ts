/** The game's names and one-line descriptions for the catalogue. */
export const catalogue = {
  names: {
    en: 'Conquian',
    id: 'Conquian',
    ms: 'Conquian',
    ko: '콘키안',
  },
  descriptions: {
    en: 'The oldest known rummy game: meld all ten cards of your hand and one more, and spoil your opponent’s plans by forcing melds on them.',
    id: 'Permainan remi tertua yang diketahui: susun sepuluh kartu di tangan ditambah satu kartu lagi, dan kacaukan rencana lawan dengan memaksanya menyusun kartu.',
    ms: 'Permainan rummy tertua yang diketahui: susun kesemua sepuluh daun di tangan serta satu lagi, dan ganggu rancangan lawan dengan memaksanya menyusun daun.',
    ko: '가장 오래된 것으로 알려진 러미 게임: 손패 열 장에 한 장을 더해 모두 조합으로 내려놓고, 상대에게 카드를 쓰도록 강요해 계획을 무너뜨리세요.',
  },
} as const;
