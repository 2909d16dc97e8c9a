import { describe, expect, test } from 'vitest'
import { checkTeam, checkTeamSettings, readTeamSettings, type Team } from './team.ts'
import { accessTo, type Caller } from './team-access.ts'

function team(settings: object | string = {}): Team {
  return {
    id: 'shop',
    description: '',
    lead: 'planner',
    members: ['coder'],
    reviewers: ['critic'],
    settings: readTeamSettings(typeof settings === 'string' ? settings : JSON.stringify(settings)),
  }
}

describe('a team', () => {
  test.each([
    ['planner', 'lead'],
    ['coder', 'member'],
    ['critic', 'reviewer'],
  ])('knows %s as its %s', (agent, role) => {
    expect(accessTo(team(), { agent, user: 'ada' })).toEqual({ actor: { role, name: agent, user: 'ada' } })
  })

  test.each<[string, object | string, Caller, RegExp]>([
    ['an agent of others', {}, { agent: 'eve' }, /not in the team/],
    ['a denied user', { denyUsers: ['eve'] }, { agent: 'coder', user: 'eve' }, /does not work for the user "eve"/],
    [
      'a user who is allowed and denied',
      { allowUsers: ['eve'], denyUsers: ['eve'] },
      { agent: 'coder', user: 'eve' },
      /does not work/,
    ],
    ['a user who is not on the list', { allowUsers: ['ada'] }, { agent: 'coder', user: 'eve' }, /does not work/],
    [
      'a denied channel',
      { denyChannels: ['telegram'] },
      { agent: 'coder', channel: 'telegram' },
      /from the channel "telegram"/,
    ],
    [
      'a channel that is not on the list',
      { allowChannels: ['cli'] },
      { agent: 'coder', channel: 'telegram' },
      /from the channel/,
    ],
    [
      'everybody if its settings are malformed',
      { denyUsers: 'eve' },
      { agent: 'planner', user: 'ada' },
      /cannot be read/,
    ],
    ['everybody if its settings are no JSON', '{"denyUsers"', { agent: 'planner', user: 'ada' }, /cannot be read/],
    ['everybody if a setting is unknown', { denyUser: ['eve'] }, { agent: 'planner', user: 'ada' }, /cannot be read/],
  ])('refuses %s', (_, settings, caller, message) => {
    const access = accessTo(team(settings), caller)
    expect('refused' in access && access.refused).toMatch(message)
  })

  test('lets its own runs in, whatever its channels are', () => {
    expect(accessTo(team({ allowChannels: ['cli'] }), { agent: 'coder', channel: 'team' })).toHaveProperty('actor')
  })

  test.each([
    ['a name that is a path', { id: '../x', lead: 'a', members: ['b'], reviewers: [] }, /"..\/x"/],
    ['no members', { id: 'shop', lead: 'a', members: [], reviewers: [] }, /has no members/],
    [
      'an agent with two parts',
      { id: 'shop', lead: 'a', members: ['a'], reviewers: [] },
      /"a" is in the team "shop" twice/,
    ],
  ])('is refused with %s', (_, given, message) => {
    expect(() => checkTeam(given)).toThrow(message)
  })

  test('names the setting that is wrong', () => {
    expect(() => checkTeamSettings({ broadcast: 'none' })).toThrow(/broadcast/)
    expect(() => checkTeamSettings({ brodcast: 'all' })).toThrow(/brodcast/)
  })
})
