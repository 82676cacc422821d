/** Names and one-line descriptions for people, by language. */
export const catalogue = {
  names: { en: 'Dandelions', id: 'Dandelion', ms: 'Dandelion', ko: '민들레' },
  descriptions: {
    en: 'Ride your dice round five garden cards, plant each where it lands, and win the most valuable beds.',
    id: 'Gunakan dadu untuk mengelilingi lima kartu taman, tanam tiap dadu di tempat mendarat, dan kuasai petak terbaik.',
    ms: 'Gunakan dadu untuk mengelilingi lima kad taman, tanam setiap dadu di tempat mendarat, dan kuasai batas terbaik.',
    ko: '주사위로 다섯 장의 정원 카드를 돌며 도착한 곳에 주사위를 심고, 가장 값진 화단을 차지하세요.',
  },
} as const;
