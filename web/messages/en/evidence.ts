export const evidence = {
  receipts: {
    right: (count: number) =>
      `${count} of your bets are under the published roots of their rounds. Checked on this device.`,
    checked: 'Checked on this device: under the published root of its round',
    wrong: (rounds: string) =>
      `Your receipts do not match what was published for ${rounds}. Download them now, do not clear this browser, and send them to support and to anybody you trust: they prove which bets were accepted.`,
    download: 'Download receipts',
  },
  balance: {
    counted: (own: string, total: string, day: string) =>
      `Your balance of ${own} is counted in the total of all players for ${day}: ${total}. Checked on this device.`,
    missing: (day: string) =>
      `Your balance is not counted in the published total of ${day}. Please take a screenshot and contact support.`,
  },
};
