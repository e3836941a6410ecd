/** What was updated. */
export const updatedWhat = {
  level: (level: number) => `Updated successfully! The profit level is ${level} from the next round on.`,
  randomized: 'Updated successfully! Results are random from the next round on.',
  notRandomized: 'Updated successfully! Results follow the profit level from the next round on.',
  deactivated: (name: string) => `Updated successfully! ${name} is deactivated.`,
  reactivated: (name: string) => `Updated successfully! ${name} is active again.`,
  resolved: 'Updated successfully! The ticket is resolved.',
};
