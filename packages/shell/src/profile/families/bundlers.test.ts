import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('bundlers', {
  granted: {
    turbo: ['turbo run build', 'turbo run build --filter=core'],
    nx: ['nx test app'],
    vite: ['vite build'],
    webpack: ['webpack --mode production'],
    rollup: ['rollup -c'],
  },
  riders: { webpack: ['webpack -c /tmp/x'], rollup: ['rollup -c /tmp/x'] },
})
