export {
  type ConfigurationChange,
  type ConfigurationRepository,
  type ConfigurationRow,
  type ConfigurationState,
  createConfigurationRepository,
} from './configuration-repository.ts'
