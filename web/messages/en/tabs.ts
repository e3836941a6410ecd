export const tabs = { label: 'Main', home: 'Home', activity: 'Activity', wallet: 'Wallet', account: 'Account' };
