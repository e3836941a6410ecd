export const congrats = 'congrats';
