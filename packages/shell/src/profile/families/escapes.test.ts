import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('escapes', { granted: { './gradlew': ['./gradlew build'] }, riders: { fzf: ['fzf --listen'] } })
