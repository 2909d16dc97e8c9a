import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('system-packages', {
  granted: {
    'brew install': ['brew install jq'],
    'apt list': ['apt list --installed'],
    'apt-get install': ['apt-get install -y jq'],
    'composer install': ['composer install'],
  },
})
