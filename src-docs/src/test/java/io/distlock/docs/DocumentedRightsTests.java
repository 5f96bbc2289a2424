// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rights that the pages and the message of a refusal ask for are those that the
 * scripts for Redis use.
 */
class DocumentedRightsTests {

	private static final Pattern COMMAND = Pattern.compile("redis\\.p?call\\([^'\\n]*'([A-Z]+)'");

	private static final Pattern RIGHT = Pattern.compile("\\+([a-z]+)");

	/**
	 * What clients send.
	 */
	private static final List<String> BESIDE = List.of("evalsha", "eval", "subscribe", "unsubscribe", "ping", "scan",
			"info");

	private static final String PAGE = Document.page("redis.adoc").text();

	private static final String MESSAGE = Document
		.read(Document.ROOT
			.resolve("stores/distlock-redis/src/main/java/io/distlock/redis/internal/transport/RedisErrors.java"))
		.text();

	private final Set<String> locks = used("redis", (name) -> !name.startsWith("job-"));

	private final Set<String> jobs = used("redis", (name) -> name.startsWith("job-"));

	private final Set<String> redlock = used("redlock", (name) -> true);

	@Test
	void userOfThePageHasTheRightsThatLocksUseAndNoOthers() {
		assertThat(rights(block("[[acl]]"))).isEqualTo(with(this.locks, BESIDE));
	}

	@Test
	void userOfThePageHasTheRightsThatRedlockUsesAndNoOthers() {
		assertThat(rights(block("A user of a master of <<redlock,Redlock>> needs these rights")))
			.isEqualTo(with(this.redlock, List.of("evalsha", "eval", "ping", "info")));
	}

	@Test
	void rightsThatJobsNeedBesideAreNamed() {
		TreeSet<String> more = new TreeSet<>(this.jobs);
		more.removeAll(this.locks);
		assertThat(rights(line("Cluster jobs need `", "`"))).isEqualTo(more);
	}

	@Test
	void messageOfARefusalNamesAllRights() {
		Set<String> all = with(with(this.locks, this.jobs), with(this.redlock, BESIDE));
		assertThat(rights(MESSAGE)).isEqualTo(with(all, List.of("wait", "script", "multi", "exec")));
	}

	private static Set<String> used(String module, Predicate<String> script) {
		Set<String> found = Document
			.files(Document.ROOT.resolve("stores/distlock-%s/src/main/resources".formatted(module)), ".lua")
			.stream()
			.filter((file) -> script.test(file.getFileName().toString()))
			.flatMap((file) -> COMMAND.matcher(Document.read(file).text()).results())
			.map((command) -> command.group(1).toLowerCase(Locale.ROOT))
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(found).isNotEmpty();
		return found;
	}

	private static String block(String before) {
		return PAGE.substring(PAGE.indexOf("ACL SETUSER", PAGE.indexOf(before)),
				PAGE.indexOf("\n----", PAGE.indexOf("ACL SETUSER", PAGE.indexOf(before))));
	}

	private static String line(String from, String to) {
		int begin = PAGE.indexOf(from) + from.length();
		return PAGE.substring(begin, PAGE.indexOf(to, begin));
	}

	private static Set<String> rights(String text) {
		return RIGHT.matcher(text)
			.results()
			.map((right) -> right.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Set<String> with(Set<String> some, Collection<String> others) {
		TreeSet<String> all = new TreeSet<>(some);
		all.addAll(others);
		return all;
	}

}
