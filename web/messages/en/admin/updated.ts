export const updated = 'Updated successfully!';
