import { mergeConfig } from "vitest/config";
import page from "./vite.config";

export default mergeConfig(page, {
  test: {
    environment: "happy-dom",
    include: ["test/**/*.test.{ts,tsx}"],
    testTimeout: 20_000,
  },
});
