import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('bundlers', {
  granted: {
    turbo: ['turbo run build'],
    nx: ['nx test app'],
    vite: ['vite build'],
    webpack: ['webpack --mode production'],
  },
})
