import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** Navigates back or, on a page opened by its URL, to its parent. */
export function useBack(home: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { idx } = (history.state ?? {}) as { idx?: number };
    if (idx) void navigate(-1);
    else void navigate(home, { replace: true });
  }, [home, navigate]);
}
