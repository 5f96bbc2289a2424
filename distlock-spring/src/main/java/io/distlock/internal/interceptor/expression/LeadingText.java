// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.StringLiteral;

/**
 * Constant text at the start of a key expression, such as {@code 'point:'} in {@code
 * 'point:' + #id}, which users may mistake for the name of the lock.
 *
 * @param text the text
 * @param rest the expression after the text: empty if the key consists only of the text,
 * {@code null} if there is no such expression
 * @since 0.1.0
 */
public record LeadingText(String text, @Nullable String rest) {

	/**
	 * Return the leading texts of the keys of an expression. Texts without letters and
	 * digits are ignored.
	 */
	static List<LeadingText> of(SpelNode node) {
		return all(node).filter((leading) -> !leading.name().isEmpty()).distinct().toList();
	}

	private static Stream<LeadingText> all(SpelNode node) {
		if (node instanceof InlineList) {
			return ofElements(children(node).flatMap(LeadingText::all).toList(), node.getChildCount());
		}
		if (node instanceof CompoundExpression
				&& node.getChild(node.getChildCount() - 1) instanceof Projection projection) {
			return all(projection.getChild(0)).map((leading) -> new LeadingText(leading.text(), null));
		}
		List<SpelNode> operands = operands(node);
		String text = operands.stream()
			.takeWhile(StringLiteral.class::isInstance)
			.map(LeadingText::literal)
			.collect(Collectors.joining());
		if (text.isEmpty()) {
			return Stream.empty();
		}
		boolean joined = node instanceof StringLiteral || node instanceof OpPlus || isConcatenation(node);
		return Stream.of(new LeadingText(text,
				joined ? join(operands.stream().dropWhile(StringLiteral.class::isInstance).toList()) : null));
	}

	/**
	 * Suggest a list for elements with the same leading text.
	 */
	private static Stream<LeadingText> ofElements(List<LeadingText> elements, int count) {
		boolean alike = elements.size() == count && elements.stream().map(LeadingText::text).distinct().count() == 1
				&& elements.stream().map(LeadingText::rest).noneMatch((rest) -> rest == null || rest.isEmpty());
		String rest = alike ? elements.stream()
			.map((element) -> Objects.toString(element.rest()))
			.collect(Collectors.joining(", ", "{", "}")) : null;
		return elements.stream().map((element) -> new LeadingText(element.text(), rest));
	}

	private static List<SpelNode> operands(SpelNode node) {
		if (node instanceof OpPlus && node.getChildCount() == 2) {
			List<SpelNode> operands = new ArrayList<>(operands(node.getChild(0)));
			operands.add(node.getChild(1));
			return operands;
		}
		if (isConcatenation(node)) {
			return children(node)
				.flatMap((part) -> (part instanceof MethodReference) ? children(part) : Stream.of(part))
				.toList();
		}
		return (node instanceof CompoundExpression) ? List.of(node.getChild(0)) : List.of(node);
	}

	private static boolean isConcatenation(SpelNode node) {
		return node instanceof CompoundExpression && children(node).skip(1)
			.allMatch((part) -> part instanceof MethodReference method && method.getName().equals("concat")
					&& method.getChildCount() == 1);
	}

	private static Stream<SpelNode> children(SpelNode node) {
		return IntStream.range(0, node.getChildCount()).mapToObj(node::getChild);
	}

	/**
	 * Join operands as text, so that numbers are not added.
	 */
	private static String join(List<SpelNode> operands) {
		String separator = (operands.size() > 1
				&& operands.subList(0, 2).stream().noneMatch(StringLiteral.class::isInstance)) ? " + ':' + " : " + ";
		return IntStream.range(0, operands.size())
			.mapToObj((i) -> ((i == 0) ? "" : (i == 1) ? separator : " + ") + operands.get(i).toStringAST())
			.collect(Collectors.joining());
	}

	private static String literal(SpelNode node) {
		return String.valueOf(((StringLiteral) node).getLiteralValue().getValue());
	}

	/**
	 * Return the text without separators at its ends, as a name.
	 */
	private String name() {
		return this.text.replaceAll("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$", "");
	}

	/**
	 * Return the attributes that use the text as the name.
	 * @return the attributes, as written in Java
	 */
	public String attributes() {
		String name = "name = \"%s\"".formatted(name());
		if (this.rest == null) {
			return name + ", and a key without this text";
		}
		return this.rest.isEmpty() ? name + " without a key" : name + ", key = \"%s\"".formatted(this.rest);
	}

	/**
	 * Return whether an expression follows the text.
	 * @return {@code false} if the key consists only of the text
	 */
	public boolean isFollowed() {
		return this.rest == null || !this.rest.isEmpty();
	}

}
