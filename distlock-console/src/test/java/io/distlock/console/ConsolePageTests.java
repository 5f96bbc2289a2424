// SPDX-License-Identifier: Apache-2.0

package io.distlock.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.distlock.HeldLock;
import io.distlock.testserver.OptionalTool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console in a browser, as an operator uses it.
 */
@Tag("timing")
class ConsolePageTests {

	private static final double PATIENCE = 60_000;

	private static final String AXE = "classpath*:META-INF/resources/webjars/axe-core/*/axe.min.js";

	private static final String FINDINGS = """
			async () => (await axe.run()).violations
				.map(found => `${found.id}: ${found.nodes.map(node => node.html).join(', ')}`).join('\\n')""";

	private static final String HOSTILE = "<script>document.title='taken'</script><img src=x onerror=alert(1)>";

	/**
	 * The answer to a check of access, of which the browser has a line of its own.
	 */
	private static final Pattern DENIED = Pattern.compile("responded with a status of 40[35]");

	private static Playwright playwright;

	private static Browser browser;

	private final List<String> refused = new CopyOnWriteArrayList<>();

	private BrowserContext context;

	@BeforeAll
	static void start() {
		Path program = OptionalTool.CHROMIUM.require(OptionalTool.CHROMIUM.program());
		playwright = Playwright
			.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
		browser = playwright.chromium()
			.launch(new LaunchOptions().setExecutablePath(program)
				.setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")));
	}

	@AfterEach
	void closeContext() {
		if (this.context != null) {
			this.context.close();
			assertThat(this.refused).as("what the browser refused to load or run").isEmpty();
		}
	}

	@AfterAll
	static void stop() {
		if (playwright != null) {
			playwright.close();
		}
	}

	@ParameterizedTest
	@CsvSource({ "SERVLET, 1280, DARK", "SERVLET, 390, LIGHT", "REACTIVE, 1280, LIGHT", "REACTIVE, 390, DARK" })
	void eachViewIsReadableByEveryone(WebApplicationType type, int width, ColorScheme scheme) throws Exception {
		try (Operated node = Operated.open(type, "--management.server.port=0", "--management.server.base-path=/ctx",
				"--management.endpoints.web.base-path=/manage", "--management.endpoint.clusterjobs.access=unrestricted",
				"--management.endpoint.locks.access=unrestricted"); HeldLock held = node.locks().acquire("orders:42")) {
			Page page = open(new NewContextOptions().setViewportSize(width, 800).setColorScheme(scheme));
			page.navigate(node.uri("/ctx/manage/distlock").toString());
			PlaywrightAssertions.assertThat(page.locator(".calm")).containsText("Nothing is wrong");
			assertAccessible(page);
			visit(page, "Jobs");
			PlaywrightAssertions.assertThat(page.locator("#jobs")).containsText("daily-email");
			PlaywrightAssertions.assertThat(page.locator("#jobs")).containsText("0 0 6 * * *");
			assertAccessible(page);
			page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Run daily-email")).click();
			PlaywrightAssertions.assertThat(page.locator("#said")).containsText("done (succeeded)");
			page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("daily-email")).click();
			PlaywrightAssertions.assertThat(page.locator("#runs")).containsText("succeeded");
			PlaywrightAssertions.assertThat(page.locator("#chart svg")).isVisible();
			assertAccessible(page);
			visit(page, "Locks");
			PlaywrightAssertions.assertThat(page.locator("#stored")).containsText("orders:42");
			PlaywrightAssertions.assertThat(page.locator("#held")).containsText(Thread.currentThread().getName());
			assertAccessible(page);
			visit(page, "Leaders and nodes");
			PlaywrightAssertions.assertThat(page.locator("#roles")).containsText("shop-1");
			PlaywrightAssertions.assertThat(page.locator("#nodes tbody tr")).hasCount(1);
			for (String cell : List.of("shop-1", "this node", "local")) {
				PlaywrightAssertions.assertThat(page.locator("#nodes")).containsText(cell);
			}
			assertAccessible(page);
			assertThat((int) page.evaluate("document.documentElement.scrollWidth")).as("width of the page in pixels")
				.isLessThanOrEqualTo(width);
			assertThat(held.isHeld()).isTrue();
		}
	}

	@Test
	void lockIsEndedOnlyAfterItsKeyWasTypedAndItsLossIsTrouble() {
		try (Operated node = Operated.open(WebApplicationType.SERVLET,
				"--management.endpoint.locks.access=unrestricted")) {
			HeldLock held = node.locks().acquire(HOSTILE);
			HeldLock longer = node.locks().acquire("x".repeat(10_000));
			Page page = open(new NewContextOptions());
			page.navigate(node.uri("/actuator/distlock#locks").toString());
			// Two of them are those of the leader and of the node.
			PlaywrightAssertions.assertThat(page.locator("#stored tbody tr")).hasCount(4);
			PlaywrightAssertions.assertThat(page.locator("#stored")).containsText(HOSTILE);
			page.locator("input[name=prefix]").fill("<script>");
			PlaywrightAssertions.assertThat(page.locator("#stored tbody tr")).hasCount(1);
			page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("End " + HOSTILE)).click();
			PlaywrightAssertions.assertThat(page.locator("#consequence")).containsText("The holder is not stopped");
			PlaywrightAssertions.assertThat(page.locator("#yes")).isDisabled();
			page.locator("#word").fill("other");
			PlaywrightAssertions.assertThat(page.locator("#yes")).isDisabled();
			page.locator("#word").fill(HOSTILE);
			page.locator("#yes").click();
			PlaywrightAssertions.assertThat(page.locator("#said")).containsText("released");
			assertThat(held.release()).isFalse();
			assertThat(longer.release()).isTrue();
			visit(page, "Trouble");
			PlaywrightAssertions.assertThat(page.locator(".trouble")).containsText("was lost after");
			PlaywrightAssertions.assertThat(page.locator(".trouble")).containsText("an operator ended the lock");
			PlaywrightAssertions.assertThat(page.locator("#count")).hasText("2");
			assertThat(page.title()).doesNotContain("taken");
		}
	}

	@Test
	void readerSeesNoButtonAndOperatorActsWithCsrfToken() {
		try (Operated node = Operated.secured()) {
			Page reader = open(new NewContextOptions().setHttpCredentials("reader", "reader"));
			reader.navigate(node.uri("/actuator/distlock#jobs").toString());
			PlaywrightAssertions.assertThat(reader.locator("#jobs")).containsText("broken");
			PlaywrightAssertions.assertThat(reader.locator("#seen")).containsText("Updated at");
			PlaywrightAssertions.assertThat(reader.locator("main button")).hasCount(0);
			assertThat(reader.evaluate(
					"""
							fetch('clusterjobs/broken', {method: 'POST', body: '{"action": "run"}', headers: {
								'Content-Type': 'application/json', [document.querySelector('meta[name=csrf-header]').content]:
								document.querySelector('meta[name=csrf-token]').content}}).then(response => response.status)"""))
				.isEqualTo(403);
			closeContext();
			Page operator = open(new NewContextOptions().setHttpCredentials("operator", "operator"));
			operator.navigate(node.uri("/actuator/distlock#jobs").toString());
			operator.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Run broken")).click();
			PlaywrightAssertions.assertThat(operator.locator("#said")).containsText("done (failed)");
			PlaywrightAssertions.assertThat(operator.locator("#jobs")).containsText("the printer is on fire");
			operator.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Pause broken")).click();
			operator.locator("#word").fill("the printer is on fire");
			operator.locator("#yes").click();
			PlaywrightAssertions.assertThat(operator.locator("#jobs")).containsText("paused");
			visit(operator, "Trouble");
			PlaywrightAssertions.assertThat(operator.locator(".trouble")).containsText("'broken' is paused");
			PlaywrightAssertions.assertThat(operator.locator(".trouble"))
				.containsText("by operator: the printer is on fire");
			PlaywrightAssertions.assertThat(operator.locator(".trouble"))
				.containsText("has not succeeded in its last 1 run(s)");
		}
	}

	@Test
	void keyboardAloneIsEnoughAndFocusStaysOverPolls() {
		try (Operated node = Operated.open(WebApplicationType.SERVLET,
				"--management.endpoint.clusterjobs.access=unrestricted")) {
			Page page = open(new NewContextOptions());
			List<String> polls = new CopyOnWriteArrayList<>();
			page.onRequest((request) -> polls.add(request.method() + " " + request.url()));
			page.navigate(node.uri("/actuator/distlock#jobs").toString());
			PlaywrightAssertions.assertThat(page.locator("#jobs tbody tr")).hasCount(2);
			page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Pause daily-email")).focus();
			page.keyboard().press("Tab");
			page.keyboard().press("Shift+Tab");
			polls.clear();
			page.waitForCondition(() -> polls.size() > 1);
			assertThat(page.evaluate("document.activeElement.getAttribute('aria-label')"))
				.isEqualTo("Pause daily-email");
			assertThat(polls).as("one request for each poll of the jobs")
				.allMatch((url) -> url.endsWith("/clusterjobs"));
			page.keyboard().press("Enter");
			PlaywrightAssertions.assertThat(page.locator("#word")).isFocused();
			page.keyboard().press("Escape");
			PlaywrightAssertions.assertThat(page.locator("#confirm")).isHidden();
			PlaywrightAssertions
				.assertThat(page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Pause daily-email")))
				.isFocused();
			page.keyboard().press("Enter");
			PlaywrightAssertions.assertThat(page.locator("#word")).isFocused();
			page.keyboard().press("Enter");
			PlaywrightAssertions.assertThat(page.locator("#said")).containsText("done");
			PlaywrightAssertions.assertThat(page.locator("#jobs")).containsText("paused");
		}
	}

	@Test
	void thousandsOfEntriesCostLittleScriptAndOneRequest() {
		try (Operated node = Operated.open(WebApplicationType.SERVLET)) {
			Page page = open(new NewContextOptions());
			page.route(Pattern.compile(".*/clusterjobs$"), (route) -> route
				.fulfill(new FulfillOptions().setContentType("application/json").setBody(jobs(1000))));
			page.navigate(node.uri("/actuator/distlock#jobs").toString());
			PlaywrightAssertions.assertThat(page.locator("#jobs tbody tr")).hasCount(1000);
			page.waitForCondition(() -> (boolean) page.evaluate("performance.getEntriesByType('resource')"
					+ ".filter(entry => entry.name.endsWith('/clusterjobs')).length > 2"));
			PlaywrightAssertions.assertThat(page.locator("#jobs tbody tr")).hasCount(1000);
		}
	}

	@Test
	void nodeThatIsGoneIsReported() {
		Page page;
		try (Operated node = Operated.open(WebApplicationType.SERVLET)) {
			page = open(new NewContextOptions());
			page.navigate(node.uri("/actuator/distlock").toString());
			PlaywrightAssertions.assertThat(page.locator(".calm")).isVisible();
		}
		PlaywrightAssertions.assertThat(page.locator("#seen")).containsText("No answer since");
		PlaywrightAssertions.assertThat(page.locator("#failure")).isVisible();
		this.refused.clear();
	}

	private static String jobs(int number) {
		StringBuilder jobs = new StringBuilder("{\"jobs\":[");
		for (int i = 0; i < number; i++) {
			jobs.append((i > 0) ? "," : "").append("""
					{"name":"job-%d","trigger":"cron 0 0 6 * * *","paused":false,"consecutiveFailures":0,
					"nextFireTime":"2030-01-01T00:00:00Z","missedFireTimes":0,"skippedFireTimes":0}""".formatted(i));
		}
		return jobs.append("]}").toString();
	}

	private Page open(NewContextOptions options) {
		this.context = browser.newContext(options);
		Page page = this.context.newPage();
		page.onConsoleMessage((message) -> {
			if (message.type().equals("error") && !DENIED.matcher(message.text()).find()) {
				this.refused.add(message.text());
			}
		});
		page.onPageError(this.refused::add);
		return page;
	}

	private static void visit(Page page, String view) {
		page.locator("nav a", new Page.LocatorOptions().setHasText(view)).click();
	}

	private static void assertAccessible(Page page) throws IOException {
		PlaywrightAssertions.assertThat(page.locator("#seen")).containsText("Updated at");
		page.evaluate(axe());
		assertThat((String) page.evaluate(FINDINGS)).isEmpty();
	}

	private static String axe() throws IOException {
		Resource axe = new PathMatchingResourcePatternResolver().getResources(AXE)[0];
		return axe.getContentAsString(StandardCharsets.UTF_8);
	}

}
