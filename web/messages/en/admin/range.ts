export const range = {
  from: 'From',
  to: 'To',
  backwards: 'From must be before To.',
};
