import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('system-packages', {
  granted: {
    'brew install': ['brew install jq'],
    'apt list': ['apt list --installed'],
    'apt-get install': ['apt-get install -y jq'],
    'composer install': ['composer install'],
  },
  riders: {
    composer: ['composer exec id'],
    apt: ['apt install x'],
    brew: ['brew install x', 'brew ruby -e id'],
    'rpm -q': ['rpm -q x --pipe=id'],
    yum: ['yum install x'],
  },
})
