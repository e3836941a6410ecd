import type { feedback as en } from '../en/feedback.ts';
import { plural } from '../plural.ts';

export const feedback: typeof en = {
  text: 'आपका फ़ीडबैक',
  placeholder: '40-50 शब्दों में बताएँ',
  rating: 'आपकी रेटिंग',
  stars: (count) => plural.hi(count, { one: '# सितारा', other: '# सितारे' }),
  count: (count, most) => `${most} में से ${count} अक्षर`,
  success: 'आपका फ़ीडबैक भेज दिया गया।',
  ratingMissing: 'कृपया रेटिंग चुनें।',
  textMissing: 'कृपया कुछ शब्द लिखें।',
};
