import type { deactivated as en } from '../en/deactivated.ts';

export const deactivated: typeof en = {
  title: 'आपका खाता निष्क्रिय कर दिया गया है',
  text: (uid) =>
    `आपको लॉग आउट कर दिया गया है, और आपका बैलेंस सुरक्षित है। अगर आपको लगता है कि यह गलती है, तो ऑपरेटर के सपोर्ट को लिखें और अपना यूआईडी ${uid} बताएँ।`,
};
