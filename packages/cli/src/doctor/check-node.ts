import type { Check } from './check.ts'

/** The oldest Node that published packages run on, and the one that the repository's sources need. */
const needed = { major: 22, minor: 18 }
const recommended = 24

export const checkNode: Check = {
  name: 'node',
  look: ({ nodeVersion }) => {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
    const isEnough = major > needed.major || (major === needed.major && minor >= needed.minor)
    if (!isEnough) {
      return {
        status: 'fail',
        message: `Node ${nodeVersion} is too old.`,
        advice: `Install Node ${recommended}; at least ${needed.major}.${needed.minor} is needed.`,
      }
    }
    return { status: 'ok', message: `Node ${nodeVersion}` }
  },
}
