// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The deployment on the page follows the rules of the page, and the measurement uses the
 * times of the deployment.
 */
class KubernetesPageTests {

	private static final String POD = "spec.template.spec.";

	private static final String CONTAINER = POD + "containers[0].";

	private final Document page = Document.page("kubernetes.adoc");

	private final List<PropertySource<?>> manifests = load(this.page.blocks("yml").get(0));

	private final PropertySource<?> deployment = this.manifests.get(0);

	private final Duration phase = DurationStyle.detectAndParse(
			text(load(this.page.blocks("yaml").get(0)).get(0), "spring.lifecycle.timeout-per-shutdown-phase"));

	private final Duration preStop = seconds(CONTAINER + "lifecycle.preStop.sleep.seconds");

	@Test
	void gracePeriodIsThatOfTheRule() {
		assertThat(seconds(POD + "terminationGracePeriodSeconds"))
			.isEqualTo(this.preStop.plus(this.phase.multipliedBy(2)).plusSeconds(5));
		assertThat(this.page.text()).contains("`preStop` + 2 × `timeout-per-shutdown-phase` + 5 s");
	}

	@Test
	void measurementUsesTheTimesOfTheDeployment() {
		String test = Document
			.read(Document.ROOT
				.resolve("distlock-sample-app/src/test/java/io/distlock/sample/cluster/RollingRestartTests.java"))
			.text();
		assertThat(test).contains("PRE_STOP = Duration.ofSeconds(%d);".formatted(this.preStop.toSeconds()))
			.contains("SHUTDOWN_PHASE = Duration.ofSeconds(%d);".formatted(this.phase.toSeconds()));
	}

	@Test
	void probesUseTheGroupsOfSpringBoot() {
		Map<String, String> groups = Map.of("startupProbe", "liveness", "livenessProbe", "liveness", "readinessProbe",
				"readiness");
		assertThat(groups)
			.allSatisfy((probe, group) -> assertThat(text(this.deployment, CONTAINER + probe + ".httpGet.path"))
				.isEqualTo("/actuator/health/" + group));
	}

	@Test
	void variableSetsTheNameOfTheNode() {
		Map<String, Object> variables = Map.of(text(this.deployment, CONTAINER + "env[0].name"), "shop-x2x4p");
		PropertySource<?> environment = new SystemEnvironmentPropertySource(
				StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables);
		Binder binder = new Binder(ConfigurationPropertySources.from(environment));
		assertThat(binder.bind("distlock.node-name", String.class).get()).isEqualTo("shop-x2x4p");
	}

	@Test
	void budgetIsThatOfTheDeployment() {
		PropertySource<?> budget = this.manifests.get(1);
		assertThat(text(budget, "spec.selector.matchLabels.app"))
			.isEqualTo(text(this.deployment, "spec.selector.matchLabels.app"))
			.isEqualTo(text(this.deployment, "spec.template.metadata.labels.app"));
		assertThat(Integer.parseInt(text(budget, "spec.maxUnavailable")))
			.isLessThan(Integer.parseInt(text(this.deployment, "spec.replicas")));
	}

	private Duration seconds(String name) {
		return Duration.ofSeconds(Long.parseLong(text(this.deployment, name)));
	}

	private static String text(PropertySource<?> source, String name) {
		return Objects.requireNonNull(source.getProperty(name), name).toString();
	}

	private static List<PropertySource<?>> load(String yaml) {
		try {
			return new YamlPropertySourceLoader().load("yaml", new ByteArrayResource(yaml.getBytes()));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
