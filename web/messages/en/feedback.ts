import { plural } from '../plural.ts';

export const feedback = {
  text: 'Your feedback',
  placeholder: 'Tell us in 40-50 words',
  rating: 'Your rating',
  stars: (count: number) => plural.en(count, { one: '# star', other: '# stars' }),
  count: (count: number, most: number) => `${count} of ${most} characters`,
  success: 'Feedback successfully submitted.',
  ratingMissing: 'Please choose a rating.',
  textMissing: 'Please write a few words.',
};
