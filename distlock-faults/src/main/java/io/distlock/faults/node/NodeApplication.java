package io.distlock.faults.node;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * The application that a node is.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class NodeApplication {

	@Bean
	NodeSettings nodeSettings(Environment environment) {
		return NodeSettings.of(environment);
	}

	@Bean
	NodeLog nodeLog() {
		return new NodeLog();
	}

	/**
	 * Stores without a ledger keep no jobs.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = NodeSettings.JOBS, havingValue = "true")
	static class JobConfiguration {

		@Bean
		NodeJobs nodeJobs(NodeLog log) {
			return new NodeJobs(log);
		}

	}

}
