import {
  type InputSetting,
  type InputSettingKey,
  type InputSettingValues,
  inputSettings,
} from './input-settings';

/** The settings of inputs with their keys, in the order of their list. */
export const inputSettingList = Object.entries<InputSetting>(inputSettings) as [
  InputSettingKey,
  InputSetting,
][];

/** An input that nobody has configured. */
export const unconfigured = Object.fromEntries(
  inputSettingList.map(([key, { initial }]) => [key, initial]),
) as InputSettingValues;

type FollowingKey = {
  [K in InputSettingKey]: (typeof inputSettings)[K]['sync'] extends 'follows' ? K : never;
}[InputSettingKey];

/** The settings that a sync may change. */
export type FollowingValues = Pick<InputSettingValues, FollowingKey>;

export const followingSettings = Object.fromEntries(
  inputSettingList.filter(([, { sync }]) => sync === 'follows'),
) as Pick<typeof inputSettings, FollowingKey>;
