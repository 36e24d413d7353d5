import type { ErrorsMessages } from "../en/errors.ts";

export const errors: ErrorsMessages = {
  codes: {
    unauthenticated: {
      title: "Brak tokenu",
      meaning: "Żądanie nie ma tokenu.",
      howToFix: "Wyślij nagłówek „Authorization: Bearer” i swój klucz.",
    },
    invalid_token: {
      title: "Nieprawidłowy token",
      meaning:
        "Token jest nieznany, unieważniony, wygasły lub niepełny. Wszystkie cztery wyglądają tak samo, aby nikt nie odgadł kluczy.",
      howToFix: "Sprawdź, czy skopiowano cały klucz. Jeśli tak, utwórz nowy.",
    },
    forbidden: {
      title: "Zabronione",
      meaning:
        "Token jest prawdziwy, ale nie ma prawa: jest innego rodzaju, projektu lub organizacji, albo adresu IP lub źródła nie ma na jego liście.",
      howToFix: "Użyj pasującego klucza lub utwórz taki, który wymienia Twój adres lub źródło.",
    },
    not_found: {
      title: "Nie znaleziono",
      meaning: "Witryna, projekt, wątek, aktualizacja lub ścieżka nie istnieje albo nie należy do Twojego tokenu lub fp.",
      howToFix: "Sprawdź nazwy w adresie. Wątek zacznij od nowa bez threadId.",
    },
    method_not_allowed: {
      title: "Metoda niedozwolona",
      meaning: "Ścieżka istnieje, ale nie dla tej metody.",
      howToFix: "Użyj metody z nagłówka Allow.",
    },
    timeout: { title: "Przekroczono czas", meaning: "Treść żądania nie dotarła na czas.", howToFix: "Wyślij żądanie ponownie." },
    too_large: {
      title: "Za duże",
      meaning: "Treść przekracza dozwolony rozmiar.",
      howToFix: "Wyślij mniej. W długiej rozmowie pomiń starsze wiadomości: serwer potrzebuje tylko ostatnich.",
    },
    unsupported_media_type: {
      title: "Nieobsługiwany typ treści",
      meaning: "Treść nie jest JSON-em.",
      howToFix: "Wyślij JSON z nagłówkiem „Content-Type: application/json”.",
    },
    invalid_request: {
      title: "Nieprawidłowe żądanie",
      meaning: "Treść nie jest poprawnym JSON-em albo pola są błędne.",
      howToFix: "Przeczytaj „errors” w odpowiedzi: wymienia błędne pola ze ścieżką, regułą i poprawką.",
    },
    limit_exceeded: {
      title: "Przekroczono limit",
      meaning: "Limit jest wyczerpany. Odrzucone żądanie się nie liczy.",
      howToFix: "Poczekaj tyle sekund, ile podaje nagłówek Retry-After.",
    },
    unavailable: {
      title: "Niedostępne",
      meaning: "Usługa nie może dosięgnąć magazynu danych lub nie jest gotowa.",
      howToFix: "Wyślij żądanie ponownie po liczbie sekund z nagłówka Retry-After.",
    },
    internal: {
      title: "Błąd wewnętrzny",
      meaning: "Usługa zawiodła. Przyczyna jest w jej dzienniku.",
      howToFix: "Wyślij żądanie ponownie. Jeśli znów zawiedzie, zgłoś je z X-Request-Id odpowiedzi.",
    },
  },
  allCodes: "Kody błędów",
  lead: "Każda odmowa API to dokument JSON z jednym z tych kodów.",
  status: "Status HTTP",
  meaning: "Co to znaczy",
  howToFix: "Jak naprawić",
};
