import { describe, expect, it } from 'vitest';
import { conversationOf } from './conversationOf.ts';

const at = (minute: number, name: string) => ({ createdAt: `2026-11-20T10:0${minute}:00.000Z`, name });
const [message1, message3, note0, note2] = [at(1, 'message 1'), at(3, 'message 3'), at(0, 'note 0'), at(2, 'note 2')];

describe('a conversation', () => {
  it('has notes between the messages', () => {
    expect(conversationOf([message1, message3], [note0, note2], false)).toEqual([note0, message1, note2, message3]);
    expect(conversationOf([], [note2], false)).toEqual([note2]);
  });

  it('begins with the first message that is loaded', () => {
    expect(conversationOf([message1, message3], [note0, note2], true)).toEqual([message1, note2, message3]);
  });
});
