document.documentElement.dataset.stats = document.currentScript?.dataset.site ?? "harbor";
