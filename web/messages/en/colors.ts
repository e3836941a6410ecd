export const colors = { GREEN: 'Green', VIOLET: 'Violet', RED: 'Red' };
