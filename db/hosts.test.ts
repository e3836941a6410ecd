import { describe, expect, it } from 'vitest';
import { hostsOf, hostsProblem, placeOf } from './hosts.ts';

describe('the hosts of an address', () => {
  it.each([
    ['postgres://asha:p%40w@a:1,b/rangoli', ['postgres://asha:p%40w@a:1/rangoli', 'postgres://asha:p%40w@b/rangoli']],
    [
      'postgres://a,b:2/rangoli?sslmode=verify-full&target_session_attrs=primary',
      ['postgres://a/rangoli?sslmode=verify-full', 'postgres://b:2/rangoli?sslmode=verify-full'],
    ],
    [
      'postgres://asha@localhost/rangoli?host=/run/a,/run/b&port=1,2',
      [
        'postgres://asha@localhost/rangoli?host=%2Frun%2Fa&port=1',
        'postgres://asha@localhost/rangoli?host=%2Frun%2Fb&port=2',
      ],
    ],
  ])('%s', (url, each) => {
    expect(hostsOf({ connectionString: url })).toEqual({
      each: each.map((connectionString) => ({ connectionString })),
      primaryOnly: true,
    });
    expect(hostsProblem(url)).toBeUndefined();
  });

  it('is one as it stands where there is one', () => {
    const connectionString = 'postgres://asha@a:5432/rangoli?options=-c%20search_path%3Dx';
    expect(hostsOf({ connectionString })).toEqual({ each: [{ connectionString }], primaryOnly: false });
    expect(hostsOf({ connectionString: 'postgres://a/x?target_session_attrs=read-write' }).primaryOnly).toBe(true);
  });

  it('are named without the password', () => {
    expect(placeOf('postgres://asha:secret@a:1,b:2/rangoli')).toBe('a:1,b:2/rangoli');
    expect(placeOf('postgres://asha:secret@localhost/rangoli?host=/run/postgresql')).toBe('localhost/rangoli');
  });

  it.each([
    ['mysql://a,b/x', 'must be an address'],
    ['postgres://a:x,b/x', 'must be an address'],
    ['postgres://a,b/x?target_session_attrs=standby', 'must have no target_session_attrs but read-write or primary'],
  ])('%s is refused', (url, problem) => {
    expect(hostsProblem(url)).toContain(problem);
  });
});
