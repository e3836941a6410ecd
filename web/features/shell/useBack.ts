import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** Back to where one came from, or, on a page opened by its address, to where it belongs. */
export function useBack(home: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { idx } = (history.state ?? {}) as { idx?: number };
    if (idx) void navigate(-1);
    else void navigate(home, { replace: true });
  }, [home, navigate]);
}
