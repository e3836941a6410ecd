export const about = {
  heading: (product: string) => `About ${product}`,
  text: [
    'We run timed colour and number rounds in the open.',
    'Every result says who decided it, and each fair draw can be worked out again on your own device.',
    'Your wallet is exact to the paisa: every movement of money is recorded, and no record is ever changed or erased.',
  ],
  adults: 'For people of 18 and older.',
};
