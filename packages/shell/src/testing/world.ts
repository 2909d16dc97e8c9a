/** The world of the tests: the one of `drawbridge shell check`. */
export const world = { workspace: '/workspace', cwd: '/workspace', home: '/home/user' } as const
