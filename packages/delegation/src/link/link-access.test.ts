import { describe, expect, test } from 'vitest'
import { checkLinkSettings, type Link, readLinkSettings } from './link.ts'
import { accessAlong, linkedFrom } from './link-access.ts'

function link(direction: Link['direction'], settings: object = {}): Link {
  return { source: 'planner', target: 'coder', direction, settings: readLinkSettings(JSON.stringify(settings)) }
}

describe('a link', () => {
  test.each<[string, Link['direction'], string, string, boolean]>([
    ['leads from its source to its target', 'outbound', 'planner', 'coder', true],
    ['leads not back', 'outbound', 'coder', 'planner', false],
    ['leads back if it has both directions', 'bidirectional', 'coder', 'planner', true],
    ['is for no third agent', 'bidirectional', 'critic', 'coder', false],
  ])('%s', (_, direction, agent, target, isAllowed) => {
    expect('link' in accessAlong([link(direction)], { agent, user: 'ada' }, target)).toBe(isAllowed)
    expect(linkedFrom([link(direction)], agent).includes(target)).toBe(isAllowed)
  })

  test.each<[string, object, string | undefined, boolean]>([
    ['all users without a list', {}, undefined, true],
    ['a user on its list', { allowUsers: ['ada'] }, 'ada', true],
    ['no user beside its list', { allowUsers: ['ada'] }, 'eve', false],
    ['no denied user', { denyUsers: ['eve'] }, 'eve', false],
    ['no user who is allowed and denied', { allowUsers: ['eve'], denyUsers: ['eve'] }, 'eve', false],
    ['nobody if its settings are malformed', { allowUsers: 'ada' }, 'ada', false],
    ['nobody if a setting is unknown', { allowUser: ['ada'] }, 'ada', false],
  ])('is open to %s', (_, settings, user, isOpen) => {
    const caller = { agent: 'planner', ...(user === undefined ? {} : { user }) }
    expect('link' in accessAlong([link('outbound', settings)], caller, 'coder')).toBe(isOpen)
  })

  test('that is closed does not close another one between the same agents', () => {
    const back: Link = { ...link('bidirectional'), source: 'coder', target: 'planner' }
    const closed = link('outbound', { denyUsers: ['ada'] })
    expect(accessAlong([closed, back], { agent: 'planner', user: 'ada' }, 'coder')).toEqual({ link: back })
  })

  test('names the setting that is wrong', () => {
    expect(() => checkLinkSettings({ maxConcurrent: 0 })).toThrow(/maxConcurrent/)
    expect(() => checkLinkSettings({ allowUser: [] })).toThrow(/allowUser/)
    expect(readLinkSettings('{"maxConcurrent"')).toBeUndefined()
  })
})
