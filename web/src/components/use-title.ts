import { useEffect } from 'react';
import { useProductName } from './use-site-config.ts';

export function useTitle(page?: string): void {
  const productName = useProductName();
  useEffect(() => {
    const title = [page, productName].filter(Boolean).join(' · ');
    if (title) document.title = title;
  }, [page, productName]);
}
