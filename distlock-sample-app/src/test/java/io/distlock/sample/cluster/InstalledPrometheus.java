// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.distlock.sample.Lifeline;
import io.distlock.testserver.OptionalTool;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Prometheus server of this machine, if it has one.
 */
final class InstalledPrometheus implements AutoCloseable {

	private final HttpClient client = HttpClient.newHttpClient();

	private final URI address;

	private final Process process;

	private InstalledPrometheus(URI address, Process process) {
		this.address = address;
		this.process = process;
	}

	/**
	 * Find the folder with the programs {@code prometheus} and {@code promtool}.
	 */
	static Optional<Path> find() {
		return OptionalTool.PROMETHEUS.programs()
			.map(Path::getParent)
			.filter((folder) -> Files.isExecutable(folder.resolve("promtool")))
			.findFirst();
	}

	/**
	 * Start a server that scrapes a node every second, and evaluates rules as often.
	 */
	static InstalledPrometheus start(Path programs, int nodePort, Path rules, Path folder) throws IOException {
		Path configuration = folder.resolve("prometheus.yml");
		Files.writeString(configuration, """
				global: {scrape_interval: 1s, evaluation_interval: 1s}
				rule_files: ["%s"]
				scrape_configs:
				  - job_name: shop
				    metrics_path: /actuator/prometheus
				    static_configs: [{targets: ["127.0.0.1:%d"]}]
				""".formatted(rules.toAbsolutePath(), nodePort));
		String listen = "127.0.0.1:" + FreePorts.next();
		ProcessBuilder builder = new ProcessBuilder(programs.resolve("prometheus").toString(),
				"--config.file=" + configuration, "--storage.tsdb.path=" + folder.resolve("data"),
				"--web.listen-address=" + listen)
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("prometheus.log").toFile());
		Lifeline.attach(builder.environment());
		return new InstalledPrometheus(URI.create("http://" + listen), builder.start());
	}

	/**
	 * Evaluate an expression now.
	 * @return the values of its result
	 */
	double[] query(String expression) throws IOException, InterruptedException {
		JsonNode answer = get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
		if (!"success".equals(answer.get("status").asString())) {
			throw new IllegalArgumentException("Prometheus refuses '%s': %s".formatted(expression, answer));
		}
		return answer.get("data")
			.get("result")
			.valueStream()
			.mapToDouble((series) -> Double.parseDouble(series.get("value").get(1).asString()))
			.toArray();
	}

	JsonNode get(String path) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(this.address.resolve(path)).build();
		return new JsonMapper().readTree(this.client.send(request, BodyHandlers.ofString()).body());
	}

	/**
	 * Run {@code promtool}.
	 * @return what it says
	 */
	static String promtool(Path programs, Path folder, String... arguments) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(programs.resolve("promtool").toString()).directory(folder.toFile())
			.redirectErrorStream(true);
		builder.command().addAll(Arrays.asList(arguments));
		Process process = builder.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (process.waitFor() != 0) {
			throw new IllegalStateException(output);
		}
		return output;
	}

	@Override
	public void close() throws InterruptedException {
		this.process.destroy();
		if (!this.process.waitFor(30, TimeUnit.SECONDS)) {
			this.process.destroyForcibly();
		}
	}

}
