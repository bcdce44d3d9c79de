import { useEffect } from "react";

const bareTitle = (): string => document.title.replace(/^\(\d+\) /, "");

/** "(2) Message Center": the browser's tabs also show how many messages wait. */
export function useCountInTitle(count: number, pathname: string): void {
  useEffect(() => {
    const show = () => {
      const wanted = count > 0 ? `(${count}) ${bareTitle()}` : bareTitle();
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    // The page sets its own title later than this effect.
    const title = document.querySelector("title");
    const watching = new MutationObserver(show);
    if (title) watching.observe(title, { childList: true, characterData: true, subtree: true });
    return () => {
      watching.disconnect();
      document.title = bareTitle();
    };
  }, [count, pathname]);
}
