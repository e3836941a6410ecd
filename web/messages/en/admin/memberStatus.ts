export const memberStatus = { ACTIVE: 'active', DEACTIVATED: 'deactivated' };
