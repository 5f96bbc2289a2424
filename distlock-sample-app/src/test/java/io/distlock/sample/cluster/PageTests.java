// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewPageOptions;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.LocatorOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.distlock.sample.EmailClient;
import io.distlock.testserver.OptionalTool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page of the shop in a browser, as a person uses it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("timing")
class PageTests {

	private static final Pattern TAKEOVER = Pattern.compile("was killed with kill -9. node-\\d took over after");

	/**
	 * So long before its end that another node takes over before the next fire time.
	 */
	private static final Pattern JUST_BEGUN = Pattern.compile("(^|\\D)\\d of \\d+ customers have got it");

	private static final Pattern SOME_SECONDS_LEFT = Pattern.compile("in ([5-9]|1\\d) s");

	private static final Pattern A_NUMBER = Pattern.compile("\\d+");

	private static final Pattern AT_LEAST_ONE = Pattern.compile("[1-9]\\d*");

	private static final String HEADING_LEVELS = """
			[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(heading => heading.tagName[1]).join('')""";

	private static final String AXE = "classpath*:META-INF/resources/webjars/axe-core/*/axe.min.js";

	private static final String SERIOUS_FINDINGS = """
			async () => (await axe.run()).violations.filter(found => ['serious', 'critical'].includes(found.impact))
				.map(found => `${found.id}: ${found.nodes.map(node => node.html).join(', ')}`).join('\\n')""";

	private static final double PATIENCE = 90_000;

	private static RunningCluster cluster;

	private static Playwright playwright;

	private static Browser browser;

	private static List<URI> addresses;

	@BeforeAll
	static void start() throws Exception {
		Path program = OptionalTool.CHROMIUM.require(OptionalTool.CHROMIUM.program());
		cluster = RunningCluster.start("--ports=0,0,0", "--shop.email.cron=0/20 * * * * *",
				"--shop.email.lease-time=2s", "--shop.email.pause=250ms", "--shop.email.misfire-threshold=6s",
				"--shop.email.retry-delay=1s", "--shop.email.refusal=2s", "--shop.restart-after=8s");
		addresses = cluster.awaitReady();
		playwright = Playwright
			.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
		browser = playwright.chromium()
			.launch(new LaunchOptions().setExecutablePath(program)
				.setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")));
	}

	@BeforeEach
	void awaitAllNodes() {
		EmailClient email = new EmailClient(addresses);
		await().atMost(Duration.ofMinutes(2)).until(() -> EmailRun.pids(email).size() == addresses.size());
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
	@Order(1)
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
	@Order(2)
	void otherLocksTellWhatTheyKeptApart() {
		Page page = open(addresses.get(1));
		page.locator("#reprice").click();
		PlaywrightAssertions.assertThat(page.locator("#prices")).containsText("0 saw a list that was half done");
		page.locator("#report").click();
		PlaywrightAssertions.assertThat(page.locator("#reports")).containsText("6 reports were made by 3 node(s)");
		PlaywrightAssertions.assertThat(page.locator("#reports")).hasClass("verdict good");
		page.locator("#redeem").click();
		PlaywrightAssertions.assertThat(page.locator("#vouchers")).hasText("10 redeemed, 20 refused as none was left.");
		PlaywrightAssertions.assertThat(page.locator("#bestseller")).containsText("sold 100 times, counted by node-");
		page.close();
	}

	@Test
	@Order(3)
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
		PlaywrightAssertions.assertThat(story).containsText("40 customers, 40 emails: none got it twice.");
		PlaywrightAssertions.assertThat(page.locator("#runs tr:has-text('node died')")).hasCount(1);
		page.locator("#mails button").first().click();
		PlaywrightAssertions.assertThat(page.locator("#mail-text")).containsText("fencing token");
		assertThat(errors).isEmpty();
		pages.forEach(Page::close);
	}

	@Test
	@Order(4)
	void refusedRunIsTriedAgainAndTheTimeLineJoinsItsAttempts() {
		Page page = openAsTheEmailsBegin(addresses.get(0));
		page.locator("#refuse").click();
		assertTold(page, "failed, then attempt", "40 customers, 40 emails: none got it twice.");
		Locator failed = page.locator("#timeline .bar.outcome-FAILED");
		assertThat(failed.count()).isPositive();
		PlaywrightAssertions.assertThat(page.locator("#timeline .join").first()).isAttached();
		PlaywrightAssertions.assertThat(failed.first().locator("title")).containsText("451 Try again later");
		assertTimeLineIsOf(page);
		page.close();
	}

	@Test
	@Order(5)
	void stoppedRunIsNotTriedAgain() {
		Page page = openAsTheEmailsBegin(addresses.get(1));
		page.locator("#stop").click();
		assertTold(page, "was asked to stop, and learns of it within 5 seconds.");
		assertTold(page, "has stopped, and no node tries again.", "none got it twice.");
		PlaywrightAssertions.assertThat(page.locator("#timeline .bar.outcome-STOPPED")).hasCount(1);
		PlaywrightAssertions.assertThat(page.locator("#runs tr:has-text('stopped')")).hasCount(1);
		page.close();
	}

	@Test
	@Order(6)
	void fireTimeWithoutAnyNodeIsMarkedAsMissed() {
		Page page = open(addresses.get(2));
		PlaywrightAssertions.assertThat(page.locator("#email-next")).containsText(SOME_SECONDS_LEFT);
		page.locator("#away").click();
		assertTold(page, "All nodes go away before");
		PlaywrightAssertions.assertThat(page.locator("#offline")).containsText("No node answers at the moment.");
		assertTold(page, "The first one that came back has recorded it as missed");
		Locator mark = page.locator("#timeline .mark.outcome-MISSED");
		PlaywrightAssertions.assertThat(mark.first().locator("title")).containsText("did not start within 6s");
		PlaywrightAssertions.assertThat(page.locator("#timeline .bar.outcome-RUNNING")).hasCount(1);
		PlaywrightAssertions.assertThat(page.locator("#email-missed")).hasText(AT_LEAST_ONE);
		PlaywrightAssertions.assertThat(page.locator("#email-skipped")).hasText(A_NUMBER);
		page.close();
	}

	@Test
	@Order(7)
	void keyboardFocusSurvivesWhatThePageReadsAnew() {
		Page page = openAsTheEmailsBegin(addresses.get(0));
		Locator address = page.locator("#nodes a").first();
		address.focus();
		page.waitForResponse("**/state?*", () -> page.waitForResponse("**/state?*", () -> {
		}));
		PlaywrightAssertions.assertThat(address).isFocused();
		assertFocusStays(page.locator("#restock"), page.locator("#verdict"), "There are 100 units again.");
		assertFocusStays(page.locator("#order"), page.locator("#verdict"), "was taken by node-");
		assertFocusStays(page.locator("#redeem"), page.locator("#vouchers"), "10 redeemed");
		page.locator("#mails button").first().focus();
		PlaywrightAssertions.assertThat(page.locator("#mails")).isFocused();
		assertFocusStays(page.locator("#stop"), page.locator("#email-verdict"), "has stopped");
		Locator latest = page.locator("#runs button").first();
		String fireTime = latest.getAttribute("data-fire-time");
		latest.focus();
		PlaywrightAssertions.assertThat(latest).not().hasAttribute("data-fire-time", fireTime);
		PlaywrightAssertions.assertThat(page.locator("#runs button:focus")).hasAttribute("data-fire-time", fireTime);
		page.close();
	}

	@Test
	@Order(8)
	void pageSaysWhatHoldsTheLocksOrThatTheyAreOff() {
		Page page = open(addresses.get(0));
		PlaywrightAssertions.assertThat(page.locator("#lock-store")).hasText("Locks are held in H2.");
		PlaywrightAssertions.assertThat(page.locator("#locks-off")).isHidden();
		String state = page.waitForResponse("**/state?*", () -> {
		}).text();
		page.route("**/state?*", (route) -> route.fulfill(new FulfillOptions().setContentType("application/json")
			.setBody(state.replace("\"lockStore\":\"H2\"", "\"lockStore\":null"))));
		PlaywrightAssertions.assertThat(page.locator("#locks-off")).containsText("Locks are off");
		PlaywrightAssertions.assertThat(page.locator("#locks-off")).isVisible();
		PlaywrightAssertions.assertThat(page.locator("#holder")).hasText("no lock");
		page.close();
	}

	@Test
	@Order(9)
	void labelsOfTheTimeLineDoNotOverlapOnAPhone() {
		Page page = open(addresses.get(0));
		page.setViewportSize(390, 844);
		PlaywrightAssertions.assertThat(page.locator("#timeline .time")).hasCount(2);
		assertThat((boolean) page.locator("#timeline :is(.time, .name)").evaluateAll("""
				labels => {
					const boxes = labels.map(label => label.getBoundingClientRect());
					return boxes.every((a, i) => boxes.every((b, j) => i === j || a.right <= b.left || b.right <= a.left
							|| a.bottom <= b.top || b.bottom <= a.top));
				}""")).isTrue();
		page.close();
	}

	@ParameterizedTest
	@CsvSource({ "LIGHT, 1280", "LIGHT, 390", "DARK, 1280", "DARK, 390" })
	@Order(10)
	void pageCanBeReadByAll(ColorScheme scheme, int width) throws IOException {
		Page page = browser.newPage(new NewPageOptions().setColorScheme(scheme).setViewportSize(width, 844));
		page.navigate(addresses.get(0).toString());
		page.locator("#mails button").first().click();
		PlaywrightAssertions.assertThat(page.locator("#mail-subject")).not().isEmpty();
		PlaywrightAssertions.assertThat(page.locator("#nodes h3")).hasCount(3);
		assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
		assertThat((String) page.evaluate(HEADING_LEVELS)).startsWith("12").doesNotContain("13", "14", "24");
		Resource[] axe = new PathMatchingResourcePatternResolver().getResources(AXE);
		page.evaluate(axe[0].getContentAsString(StandardCharsets.UTF_8));
		assertThat((String) page.evaluate(SERIOUS_FINDINGS)).isEmpty();
		page.close();
	}

	@Test
	@Order(11)
	void unitsAreSoldTwiceWithoutTheLock() {
		Page page = open(addresses.get(0));
		page.locator("#locked").uncheck();
		page.locator("#fire").click();
		PlaywrightAssertions.assertThat(page.locator("#verdict")).containsText("orders were taken for 100 units.");
		PlaywrightAssertions.assertThat(page.locator("#verdict")).hasClass("verdict bad");
		PlaywrightAssertions.assertThat(page.locator("#orders tr").first()).containsText("none");
		page.close();
	}

	private static void assertFocusStays(Locator button, Locator verdict, String told) {
		PlaywrightAssertions.assertThat(button).isEnabled();
		button.press("Enter");
		PlaywrightAssertions.assertThat(verdict).containsText(told);
		PlaywrightAssertions.assertThat(button).isFocused();
	}

	private static void assertTold(Page page, String... parts) {
		for (String part : parts) {
			PlaywrightAssertions.assertThat(page.locator("#email-verdict")).containsText(part);
		}
	}

	/**
	 * Check that the time line has what the table has, each run in the lane of its node.
	 */
	private static void assertTimeLineIsOf(Page page) {
		await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			List<String> bars = texts(page, "#timeline .bar", "bar => bar.dataset.node + ' ' + bar.dataset.attempt");
			List<String> rows = texts(page, "#runs tr",
					"row => row.cells[2].textContent + ' ' + row.cells[1].textContent");
			assertThat(bars).hasSizeGreaterThan(2).isEqualTo(rows.subList(0, Math.min(bars.size(), rows.size())));
		});
		for (Locator bar : page.locator("#timeline .bar").all()) {
			LocatorOptions ofNode = new LocatorOptions().setHasText(bar.getAttribute("data-node"));
			BoundingBox name = page.locator("#timeline .name", ofNode).boundingBox();
			BoundingBox box = bar.boundingBox();
			assertThat(name.y + name.height / 2).isBetween(box.y, box.y + box.height);
		}
	}

	@SuppressWarnings("unchecked")
	private static List<String> texts(Page page, String selector, String text) {
		return (List<String>) page.locator(selector).evaluateAll("found => found.map(" + text + ")");
	}

	private static Page openAsTheEmailsBegin(URI node) {
		Page page = open(node);
		PlaywrightAssertions.assertThat(page.locator("#email-progress")).containsText(JUST_BEGUN);
		return page;
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
