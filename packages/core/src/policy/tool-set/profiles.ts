/**
 * The profiles that come with Drawbridge, as GoClaw describes them, in our names. `full` is every tool. A profile may name tools
 * that this build does not have.
 */
export const builtInProfiles: ReadonlyMap<string, readonly string[]> = new Map([
  ['full', ['*']],
  [
    'coding',
    [
      'group:fs',
      'group:runtime',
      'group:sessions',
      'group:memory',
      'group:web',
      'group:knowledge',
      'group:media_gen',
      'group:media_read',
      'group:skills',
      'group:tasks',
      'code.*',
      'todo.*',
      'ask.user',
      'time.*',
    ],
  ],
  [
    'messaging',
    ['group:messaging', 'group:web', 'group:sessions', 'group:media_read', 'skill.search', 'ask.user', 'time.*'],
  ],
  ['minimal', ['session.status']],
])
