import { icu } from '../icu.ts';

export const feedback = {
  text: 'Your feedback',
  placeholder: 'Tell us in 40-50 words',
  rating: 'Your rating',
  stars: (count: number) => icu.en('{count, plural, one {# star} other {# stars}}', { count }),
  count: (count: number, most: number) => `${count} of ${most} characters`,
  success: 'Feedback successfully submitted.',
  ratingMissing: 'Please choose a rating.',
  textMissing: 'Please write a few words.',
};
