export const promotion = {
  title: 'No promotions at the moment',
  text: 'When there is one, it will be here.',
};
