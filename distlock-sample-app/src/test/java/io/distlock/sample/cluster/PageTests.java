/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.sample.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.distlock.testserver.OptionalTool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of the shop in a browser, as a person uses it.
 */
class PageTests {

	private static final Pattern TAKEOVER = Pattern.compile("was killed with kill -9. node-\\d took over after");

	/**
	 * So long before its end that another node takes over before the next fire time.
	 */
	private static final Pattern JUST_BEGUN = Pattern.compile("(^|\\D)\\d of \\d+ customers have got it");

	private static final double PATIENCE = 90_000;

	private static RunningCluster cluster;

	private static Playwright playwright;

	private static Browser browser;

	private static List<URI> addresses;

	@BeforeAll
	static void start() throws Exception {
		Path program = OptionalTool.CHROMIUM.require(OptionalTool.CHROMIUM.program());
		cluster = RunningCluster.start("--ports=0,0,0", "--shop.email.cron=0/15 * * * * *",
				"--shop.email.lease-time=2s", "--shop.email.pause=200ms", "--shop.restart-after=5s");
		addresses = cluster.awaitReady();
		playwright = Playwright
			.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
		browser = playwright.chromium()
			.launch(new LaunchOptions().setExecutablePath(program)
				.setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")));
	}

	@AfterAll
	static void stop() throws Exception {
		if (playwright != null) {
			playwright.close();
		}
		if (cluster != null) {
			cluster.close();
		}
	}

	@Test
	void ordersLeaveNoStockAndNothingIsOversold() {
		Page page = open(addresses.get(0));
		page.locator("#fire").click();
		PlaywrightAssertions.assertThat(page.locator("#verdict"))
			.hasText("100 sold, 100 refused as sold out, stock 0. Nothing was oversold.");
		PlaywrightAssertions.assertThat(page.locator("#stock")).hasText("0");
		PlaywrightAssertions.assertThat(page.locator("#sold")).hasText("100");
		page.close();
	}

	@Test
	void pageOfTheKilledSenderGoesOnAndShowsThatNobodyGotTheEmailTwice() {
		List<Page> pages = addresses.stream().map(PageTests::open).toList();
		Locator anyButton = pages.get(0).locator("#kill");
		PlaywrightAssertions.assertThat(pages.get(0).locator("#email-progress")).containsText(JUST_BEGUN);
		PlaywrightAssertions.assertThat(anyButton).isEnabled();
		String sender = nameIn(anyButton.textContent());
		Page page = pages.get(Integer.parseInt(sender.substring("node-".length())) - 1);
		List<String> errors = new ArrayList<>();
		page.onPageError(errors::add);
		page.locator("#kill").click();
		Locator story = page.locator("#email-verdict");
		PlaywrightAssertions.assertThat(story).containsText(sender + " (process");
		PlaywrightAssertions.assertThat(page.locator("#offline"))
			.containsText(", which served this page, does not answer. The page goes on with node-");
		PlaywrightAssertions.assertThat(story).containsText(TAKEOVER);
		PlaywrightAssertions.assertThat(story).containsText("40 customers, 40 emails: nobody got it twice.");
		PlaywrightAssertions.assertThat(page.locator("#runs tr:has-text('node died')")).hasCount(1);
		page.locator("#mails button").first().click();
		PlaywrightAssertions.assertThat(page.locator("#mail-text")).containsText("fencing token");
		assertThat(errors).isEmpty();
		pages.forEach(Page::close);
	}

	private static Page open(URI node) {
		Page page = browser.newPage();
		page.navigate(node.toString());
		return page;
	}

	private static String nameIn(String text) {
		return Stream.of(text.split("[ ,]")).filter((word) -> word.startsWith("node-")).findFirst().orElseThrow();
	}

}
