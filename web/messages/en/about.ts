export const about = {
  heading: (product: string) => `About ${product}`,
  text: [
    'A rangoli is drawn by hand, in colours that everyone can see. We run our rounds in the same way.',
    'Every result says who decided it, and each fair draw can be worked out again on your own device.',
    'Your wallet is kept in double entry, exact to the paisa: every rupee that moves has two sides, and nothing is ever erased.',
  ],
  adults: 'For people of 18 and older.',
};
