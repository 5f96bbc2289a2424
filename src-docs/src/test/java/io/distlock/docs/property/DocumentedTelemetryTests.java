// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.property;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import io.distlock.docs.Document;
import io.distlock.observation.DefaultLockObservationConvention;
import io.distlock.observation.LockMeterDocumentation;
import io.distlock.observation.LockObservationContext.Phase;
import io.distlock.observation.LockObservationDocumentation;
import io.micrometer.common.docs.KeyName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The reference names the observations and meters that there are, with their tags.
 */
class DocumentedTelemetryTests {

	private static final Pattern ROW = Pattern.compile("^\\|`(?<name>distlock[\\w.]+)` \\|(?<rest>.+)$",
			Pattern.MULTILINE);

	private static final Pattern TAGS = Pattern.compile("^(?:`[\\w.]+`(?:, )?)+$");

	@Test
	void everyObservationAndMeterIsListedWithItsTagsAndNoOther() {
		assertThat(listed()).isEqualTo(actual());
	}

	@Test
	void typesOfMetersAreThose() {
		String page = Document.page("observability.adoc").text();
		assertThat(LockMeterDocumentation.values()).allSatisfy((meter) -> assertThat(page)
			.contains("|`%s` |%s |".formatted(meter.getName(), meter.getType().name().toLowerCase(Locale.ROOT))));
	}

	/**
	 * Return whether a name is that of an observation, its event, or a meter, and none of
	 * a property.
	 */
	static boolean isOfTelemetry(String name) {
		return actual().containsKey(name.replaceFirst("\\.active$", ""))
				|| Arrays.stream(LockObservationDocumentation.LockEvents.values())
					.anyMatch((event) -> event.getName().equals(name));
	}

	private static Map<String, List<String>> listed() {
		Map<String, List<String>> listed = new LinkedHashMap<>();
		ROW.matcher(Document.page("observability.adoc").text())
			.results()
			.forEach((row) -> listed.put(row.group(1), tags(row.group(2))));
		return listed;
	}

	private static List<String> tags(String cells) {
		return Arrays.stream(cells.split(" ?\\|"))
			.filter((cell) -> TAGS.matcher(cell).matches())
			.flatMap((cell) -> Arrays.stream(cell.replace("`", "").split(", ")))
			.toList();
	}

	private static Map<String, List<String>> actual() {
		Map<String, List<String>> actual = new LinkedHashMap<>();
		actual.put(new DefaultLockObservationConvention(Phase.ACQUIRE).getName(),
				tags(LockObservationDocumentation.ACQUIRE));
		actual.put(new DefaultLockObservationConvention(Phase.HOLD).getName(), tags(LockObservationDocumentation.HOLD));
		for (LockMeterDocumentation meter : LockMeterDocumentation.values()) {
			actual.put(meter.getName(), names(meter.getKeyNames()));
		}
		return actual;
	}

	private static List<String> tags(LockObservationDocumentation observation) {
		return names(KeyName.merge(observation.getLowCardinalityKeyNames(), observation.getHighCardinalityKeyNames()));
	}

	private static List<String> names(KeyName[] names) {
		return Arrays.stream(names).map(KeyName::asString).toList();
	}

}
