/** Theme, language, sound and coordinates. */
import { t, type Key } from "../catalogue";
import { coordinates, language, LANGUAGES, perspective, sound, theme, THEMES, type Theme } from "../core/settings";
import { Checkbox, IconButton, Segments } from "../ui/controls";
import { Dialog } from "../ui/dialog";
import { icons } from "../ui/icons";

const THEME_NAMES: Record<Theme, Key> = {
  wood: "themeWood",
  plain: "themePlain",
  dark: "themeDark",
  contrast: "themeContrast",
};

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("settings")} onClose={onClose}>
      <div class="stack">
        <div class="setting">
          <h3>{t("theme")}</h3>
          <Segments
            label={t("theme")}
            value={theme.value}
            options={THEMES.map(value => ({ value, text: t(THEME_NAMES[value]) }))}
            onChange={value => {
              theme.value = THEMES.find(each => each === value) ?? "wood";
            }}
          />
        </div>
        <div class="setting">
          <h3>{t("language")}</h3>
          <Segments
            label={t("language")}
            value={language.value}
            options={[
              { value: "en", text: "English" },
              { value: "de", text: "Deutsch" },
            ]}
            onChange={value => {
              language.value = LANGUAGES.find(each => each === value) ?? "en";
            }}
          />
        </div>
        <Setting label={t("soundSetting")} setting={sound} />
        <Setting label={t("coordinatesSetting")} setting={coordinates} />
        <Setting label={t("perspectiveSetting")} setting={perspective} />
      </div>
    </Dialog>
  );
}

export function SoundButton() {
  return (
    <IconButton
      icon={sound.value ? icons.soundOn : icons.soundOff}
      label={t(sound.value ? "mute" : "unmute")}
      onClick={() => {
        sound.value = !sound.value;
      }}
    />
  );
}

function Setting({ label, setting }: { label: string; setting: { value: boolean } }) {
  return (
    <Checkbox
      label={label}
      checked={setting.value}
      onChange={checked => {
        setting.value = checked;
      }}
    />
  );
}
