import type { connection as en } from '../en/connection.ts';

export const connection: typeof en = {
  betsPaused: 'कनेक्शन फिर जुड़ रहा है। दाँव रुके हैं।',
  pausedReason: 'कनेक्शन लौटने तक दाँव रुके हैं।',
  resultLater: 'कनेक्शन नहीं है। जुड़ते ही नतीजा यहाँ दिखेगा',
  newRelease: 'नया वर्शन तैयार है।',
  reload: 'रीलोड करें',
};
