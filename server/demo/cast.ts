/** The players of the demo, from the highest stakes to none. */
export const players = [
  { email: 'aarav@demo.example', name: 'Aarav Sharma', avatar: 'peacock', stakes: [100, 500, 1_000], eagerness: 0.5 },
  { email: 'diya@demo.example', name: 'Diya Patel', avatar: 'diya', stakes: [10, 50, 100], eagerness: 0.6 },
  { email: 'rohan@demo.example', name: 'Rohan Gupta', avatar: 'tara', stakes: [10, 100], eagerness: 0.4 },
  { email: 'ananya@demo.example', name: 'Ananya Nair', avatar: 'lotus', stakes: [20, 50, 200], eagerness: 0.45 },
  { email: 'kabir@demo.example', name: 'Kabir Singh', avatar: 'surya', stakes: [100, 250], eagerness: 0.3 },
  { email: 'isha@demo.example', name: 'ईशा वर्मा', avatar: 'jasmine', stakes: [10, 20], eagerness: 0.5 },
  { email: 'vikram@demo.example', name: 'Vikram Rao', avatar: 'mandana', stakes: [500], eagerness: 0.1 },
  { email: 'tara@demo.example', name: 'Tara Joshi', avatar: 'gulab', stakes: [10], eagerness: 0.05 },
] as const;

export type Player = (typeof players)[number];

/** The admin who decides payments and answers tickets. */
export const admin = { email: 'meera@demo.example', name: 'Meera Iyer', avatar: 'champa' } as const;
