import { useEffect, useRef } from "react";
import { toast } from "#web/ui/toast.ts";

/** Milliseconds after which a refusal that its form shows counts as read. */
export const readingTime = 3000;

/**
 * Keeps a refusal visible when its form goes. After a refusal, its data is read again, and a form for something that
 * can't be done anymore may be gone before the refusal was shown, or just after: a toast says why instead. `shown` is
 * the failure that the form shows. The returned function takes the words of a refusal as soon as it is there.
 */
export function useRefusal(shown: unknown): (words: string) => void {
  const form = useRef<{ isGone: boolean; words: string }>({ isGone: false, words: "" });
  useEffect(() => {
    const forget = () => {
      form.current.words = "";
    };
    // The form is sent again.
    if (!shown) return forget();
    const timer = setTimeout(forget, readingTime);
    return () => clearTimeout(timer);
  }, [shown]);
  useEffect(() => {
    const { current } = form;
    current.isGone = false;
    return () => {
      current.isGone = true;
      if (current.words) say(current.words);
      current.words = "";
    };
  }, []);
  return (words) => {
    if (form.current.isGone) say(words);
    else form.current.words = words;
  };
}

const say = (title: string): void => toast({ title, variant: "destructive" });
