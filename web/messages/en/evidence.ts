export const evidence = {
  balance: {
    counted: (own: string, total: string, day: string) =>
      `Your balance of ${own} is counted in the total of all players for ${day}: ${total}. Checked on this device.`,
    missing: (day: string) =>
      `Your balance is not counted in the published total of ${day}. Please take a screenshot and contact support.`,
  },
};
