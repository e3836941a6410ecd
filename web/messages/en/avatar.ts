export const avatar = {
  name: 'Username',
  choose: 'Choose an avatar',
  option: (number: number) => `Avatar ${number}`,
  submit: 'Save',
  success: 'Updated successfully!',
  nameKept: (name: string) => `Updated successfully! Your name is still ${name}.`,
};
