export const congrats = 'congrats' as string;
